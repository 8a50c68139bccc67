$d=[Notify['x'],Notify['y']]
notify{ ['a','b']: before => $d}
notify{ 'c': before => $d}
notify{ ['x','y','z','w']:}
Notify['a']->Notify['z']
Notify['c']~>Notify['w']
Notify['c']->Notify['w']
