class p { File { owner => 'parent' } }
class q inherits p { file { '/tmp/q': } }
include q
