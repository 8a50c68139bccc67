$d=['Exec[x]']
notify{ [a,b]: notify => $d}
class q { exec{ ['/bin/x','x','/y','z']: path => '/'}}
include q
Notify['a','b']~>Class['q']
