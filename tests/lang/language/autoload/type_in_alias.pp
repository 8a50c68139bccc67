type Mine = Array[Funcs::Small, 1]
notice([1] =~ Mine, [] =~ Mine)
