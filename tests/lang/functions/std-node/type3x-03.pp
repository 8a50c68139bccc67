type3x(default)
