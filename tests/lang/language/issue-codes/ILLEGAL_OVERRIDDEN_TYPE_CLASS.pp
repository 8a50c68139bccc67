class c { }
include c
Class['c'] { require => File['/x'] }
