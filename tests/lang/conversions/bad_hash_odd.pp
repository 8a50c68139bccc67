notice(Hash([1]))
