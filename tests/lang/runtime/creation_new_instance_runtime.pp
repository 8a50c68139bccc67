Runtime(3)
