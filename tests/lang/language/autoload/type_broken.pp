notice(3 =~ Funcs::Broken)
