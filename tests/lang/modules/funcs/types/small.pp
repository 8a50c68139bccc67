type Funcs::Small = Integer[0, 9]
