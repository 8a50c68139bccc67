$d=['Exec[x]']
notify{ [a,b]: before => $d}
exec{ ['/bin/x','x','/y','z']: path => '/'}
Notify<|title=='a'|>{ before+>'Exec[z]'}
Notify['a']->Exec['/y']
Notify['b']->Exec['/bin/x']
