class p { exec { '/bin/x': environment => 'A=1' } }
class k inherits p { Exec['/bin/x'] { environment +> ['B=2', 'C=3'] } }
include k
