class p { file { '/a': tag => 'one' } }
class k inherits p { File['/a'] { tag +> 'two' } }
include k
