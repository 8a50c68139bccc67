class p { file { '/a': mode => '0644' } }
class k inherits p { File['/a'] { mode => '1', mode => '2' } }
include k
