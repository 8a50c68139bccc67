class p { exec { '/bin/x': environment => { a => 1 } } }
class k inherits p { Exec['/bin/x'] { environment +> { b => 2 } } }
include k
