notice(3 =~ Funcs::Notype)
