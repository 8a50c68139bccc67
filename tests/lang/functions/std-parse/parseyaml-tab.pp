notice(parseyaml("\t- 1"))
