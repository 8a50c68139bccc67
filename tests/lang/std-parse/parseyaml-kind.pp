notice(parseyaml(1))
