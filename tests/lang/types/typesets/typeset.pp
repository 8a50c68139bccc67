notice(TypeSet[{}])
