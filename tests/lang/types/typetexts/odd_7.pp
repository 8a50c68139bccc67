Type('[]')
