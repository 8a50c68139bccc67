# environment: yaml-syntax
notice(lookup('a'))
