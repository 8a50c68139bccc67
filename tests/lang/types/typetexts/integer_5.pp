Type('Integer[a]')
