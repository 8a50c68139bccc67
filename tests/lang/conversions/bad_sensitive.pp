notice(Sensitive[Integer]('a'))
