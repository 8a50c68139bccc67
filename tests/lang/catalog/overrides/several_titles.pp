class p { file { ['/tmp/a', '/tmp/b']: mode => '0644' } }
class q inherits p { File['/tmp/a', '/tmp/b'] { mode => '0600' } }
include q
