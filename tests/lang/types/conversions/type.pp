notice(Type('Integer[1, 2]'), Type[Integer]('Integer[1, 2]'), Type('Timespan[1, 2]'))
