class p { include q File { mode => '0600' } }
class q { file { '/b': } }
include p
