class c { notify { 'x': tag => 'own' } }
class { 'c': tag => ['t1', 't2'] }
