ensure_packages('a', undef)
