notice(epp('base/hello.epp', {}))
