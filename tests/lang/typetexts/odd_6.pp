Type('{}')
