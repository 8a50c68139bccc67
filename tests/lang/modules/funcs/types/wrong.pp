type Funcs::Elsewhere = Integer
