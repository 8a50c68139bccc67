class c { $a = 1 }
include c
[$a, $b] = Class['c']
