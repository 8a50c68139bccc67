class p { file { '/a': mode => '0644' } }
class k inherits p { File['/a'] { * => { mode => '7', owner => 'r' } } }
include k
