translate(1)
