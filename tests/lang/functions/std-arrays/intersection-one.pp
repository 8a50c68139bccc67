notice(intersection([1]))
