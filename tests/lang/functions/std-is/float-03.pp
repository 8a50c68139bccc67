is_float()
