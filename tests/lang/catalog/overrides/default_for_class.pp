Class { noop => true }
class c { notify { 'x': } }
include c
class { 'd': }
class d { }
