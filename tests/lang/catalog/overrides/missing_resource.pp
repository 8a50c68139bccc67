class p { file { '/a': } }
class k inherits p { File['/nothere'] { mode => 2 } }
include k
