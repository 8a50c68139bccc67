ensure_packages('a', {'ensure'=>absent}) |$x| { }
