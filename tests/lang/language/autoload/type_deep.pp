notice([3] =~ Funcs::Deep::Thing, [30] =~ Funcs::Deep::Thing)
