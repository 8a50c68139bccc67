Type('Optional')
