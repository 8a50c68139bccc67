Type('Any[1]')
