$h={ before => ['Exec[x]']}
notify{ ['a','b']: * => $h }
notify{ c:* => $h}
exec{ ['/bin/x','x','/y']: path => '/'}
Notify['a']->Exec['/y']
Notify['b']->Exec['/bin/x']
