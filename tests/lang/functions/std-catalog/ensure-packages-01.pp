ensure_packages(['a','b'], {ensure=>present})
ensure_packages('a')
