class p { file { '/a': tag => ['one', 'x'] } }
class k inherits p { File['/a'] { tag => 'two' } }
class g inherits k { File['/a'] { tag +> ['three'] } }
include g
