class p { file { '/tmp/a': mode => '0644' } }
class q { File['/tmp/a'] { mode => '0600' } }
include p
include q
