File { mode => '0600' }
class c { File { mode => '0601' } file { '/c': } }
include c
file { '/b': }
