is_float(1,2)
