type Funcs::Small = String
notice('x' =~ Funcs::Small)
