Type('Integer[1,2')
