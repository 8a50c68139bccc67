$_a::b = 1
notice($_a::b)
