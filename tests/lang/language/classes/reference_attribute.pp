class c($x = 'val') { }
include c
notice(Class['c']['x'])
