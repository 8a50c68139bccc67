notice(parseyaml('a: *b'))
