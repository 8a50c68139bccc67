is_a(1)
