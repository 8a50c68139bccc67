class c($a, Integer $b) { }
class { 'c': b => 'x' }
