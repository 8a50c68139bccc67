class p { exec { '/bin/x': path => ['/a'] } }
class k inherits p { Exec['/bin/x'] { path +> '/b' } }
include k
