notice(3 =~ Funcs::Two)
