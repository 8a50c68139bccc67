Type("'x'")
