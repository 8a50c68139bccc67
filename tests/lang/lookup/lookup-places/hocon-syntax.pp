# environment: hocon-syntax
notice(lookup('a'))
