class q inherits p { File['/tmp/never'] { mode => '0600' } }
class p { }
include q
