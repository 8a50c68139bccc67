notice([1] =~ Funcs::Missing)
