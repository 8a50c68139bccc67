define d(Integer[a] $x = 1) { }
notice('not reached')
