class c { file { '/tmp/x': before => Service['none'] } }
include c
