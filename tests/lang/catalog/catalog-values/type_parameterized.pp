notify { 'a': message => Array[Variant[Integer[0, 3], Enum['a', 'b']], 1, 5] }
