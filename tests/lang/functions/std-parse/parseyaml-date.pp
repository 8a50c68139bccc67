notice(parseyaml('a: 2020-01-01'))
