notice(parseyaml())
