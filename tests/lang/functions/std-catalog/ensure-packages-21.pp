node default { ensure_packages('a') notice(getparam(Package['a'], 'ensure')) }
