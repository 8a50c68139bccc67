type TS = TypeSet[{}]
notice(TS)
