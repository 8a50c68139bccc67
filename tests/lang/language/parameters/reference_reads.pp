class c($a = 5) { }
include c
notice(Class['c']['a'])
