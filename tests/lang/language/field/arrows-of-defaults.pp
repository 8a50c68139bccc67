Notify { before => [Exec['e']] }
notify { ['a', 'b']: }
exec { ['e', 'h']: path => '/bin' }
Notify['a'] -> Exec['h']
create_resources(notify, { 'c' => {}, 'd' => {} }, { before => [Exec['e']] })
Notify['c'] -> Exec['h']
