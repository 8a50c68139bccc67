$h={ before => ['Exec[x]']}
create_resources('notify',{ a => { },b => { }}, $h)
create_resources('notify',{ c => $h,d => $h})
notify{ e:* => $h}
exec{ ['/bin/x','x','/y']: path => '/'}
Notify['a']->Exec['/y']
Notify['c']->Exec['/bin/x']
Notify['e']->Exec['/bin/x']
