notice(epp('base/hello.epp', 'x'))
