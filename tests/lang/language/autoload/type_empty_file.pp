notice(3 =~ Funcs::Empty)
