notice(3 =~ Funcs::Wrong)
