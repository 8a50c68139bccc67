Type('Optional[]')
