Type('Enum[1]')
