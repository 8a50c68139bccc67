is_numeric(1,2)
