notice(Type('Integer[-5, -1]'), Type('Float[1, 2.5]'), Type('Integer[default, 3]'), Type('Integer[0x10]'))
