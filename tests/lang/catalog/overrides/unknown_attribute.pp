class p { file { '/tmp/a': } }
class q inherits p { File['/tmp/a'] { colour => 'red' } }
include q
