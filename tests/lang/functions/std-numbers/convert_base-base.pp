notice(convert_base(1, 1))
