class p { File { mode => '0600' } file { '/a': } }
class k inherits p { file { '/b': } }
include k
