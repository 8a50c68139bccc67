validate_re('a', [[/a/]])
validate_re("a\nb", '^b$')
