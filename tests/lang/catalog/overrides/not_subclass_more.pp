class p { file { '/a': mode => '0644' } }
class q { File['/a'] { mode => '1' } }
include p, q
