class c { $x = 1 }
include c
notice(Class['c']['x'])
