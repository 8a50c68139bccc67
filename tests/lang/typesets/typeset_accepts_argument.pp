notice(TypeSet[{}, 1])
