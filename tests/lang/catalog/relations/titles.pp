notify{ ['a','b']: before => ['Notify[x]']}
notify{ 'c': before => ['Notify[x]']}
notify{ ['x','y','z','w']:}
Notify['a']->Notify['z']
Notify['c']->Notify['w']
