notice(parseyaml("a: [1, 2\n"))
