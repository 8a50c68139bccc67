class p { file { '/tmp/a': mode => '0644', owner => 'root' } }
class q inherits p { File['/tmp/a'] { owner => undef } }
include q
