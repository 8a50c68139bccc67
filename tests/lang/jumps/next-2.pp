next(5)
