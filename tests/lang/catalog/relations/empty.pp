$d=[]
notify{ [a,b]: before => $d}
notify{ c: before => []}
exec{ ['/bin/x','x','/y','z']: path => '/'}
Notify['a']->Exec['/y']
Notify['b']->Exec['/bin/x']
