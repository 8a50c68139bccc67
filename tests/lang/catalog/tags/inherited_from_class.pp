class c { notify { 'x': } include d }
class d { notify { 'y': } }
class { 'c': tag => 'from-class' }
