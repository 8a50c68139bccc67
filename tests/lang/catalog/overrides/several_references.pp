class p { file { '/a': mode => '0644' } }
class k inherits p { File['/a', '/b'] { mode => '1' } file { '/b': } }
include k
