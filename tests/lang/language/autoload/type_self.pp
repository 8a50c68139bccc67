notice([1, [2]] =~ Funcs::Self, ['x'] =~ Funcs::Self)
