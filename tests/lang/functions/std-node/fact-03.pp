fact(1)
