notice(union([1]))
