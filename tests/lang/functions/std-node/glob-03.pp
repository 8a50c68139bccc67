glob([1])
