class p { file { '/a': } }
class k inherits p { File['/a'] { nothing => 2 } }
include k
