notice(merge([1], {}))
