class p { file { '/tmp/a': mode => '0644' } }
class q { File['/tmp/a'] { owner => 'root' } }
include p
include q
