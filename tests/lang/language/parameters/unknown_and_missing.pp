class c($a) { }
class { 'c': b => 'x' }
