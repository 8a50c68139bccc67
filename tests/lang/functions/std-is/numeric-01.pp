notice(is_numeric('a'), is_numeric('1.5e-3'), is_numeric('1e+3'), is_numeric('0x1'), is_numeric(7.0), is_numeric(undef), is_numeric('1.'), is_numeric('-12'), is_numeric({}))
