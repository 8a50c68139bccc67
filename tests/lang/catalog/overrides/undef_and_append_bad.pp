class p { file { '/a': mode => '0644' } }
class k inherits p { File['/a'] { mode => undef, owner +> 'x' } }
include k
