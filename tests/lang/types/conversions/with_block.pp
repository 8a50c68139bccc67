notice(Integer('5') |$x| { $x + 1 }, '5'.convert_to(Integer) |$x| { $x * 2 }, '0x5'.convert_to(Integer, 16), 5.convert_to(Float), [1, 2].convert_to(Tuple[Integer, Integer]))
