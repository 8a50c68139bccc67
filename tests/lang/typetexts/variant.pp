Type('Variant[1]')
