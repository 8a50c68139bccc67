file { '/a': mode => '0644' }
class q { File['/a'] { owner => 'x' } }
include q
