class c { File { mode => '0601' } d { 'x': } }
define d() { file { '/d': } }
include c
