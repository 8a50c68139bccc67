notice(ensure_packages('a'))
