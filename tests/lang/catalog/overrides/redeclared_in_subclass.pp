class p { file { '/a': } }
class k inherits p { file { '/a': } }
include k
