Notify{ before => ['Exec[x]'] }
notify{ ['a','b']: }
notify{ c:}
exec{ ['/bin/x','x','/y']: path => '/'}
Notify['a']->Exec['/y']
Notify['b']->Exec['/bin/x']
