validate_re('a', '^a$', 'msg')
validate_re("é", '^.$')
validate_re('a', ['x', 'y'], 'custom: a')
