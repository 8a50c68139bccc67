notice(3 =~ Funcs::Small, 30 =~ Funcs::Small, Funcs::Small)
