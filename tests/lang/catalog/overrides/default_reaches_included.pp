class p { File { mode => '0600' } include q }
class q { file { '/b': } }
include p
