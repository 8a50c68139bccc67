Type('Hash[Integer]')
