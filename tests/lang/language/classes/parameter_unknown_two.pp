class c($a = 1) { }
class { 'c': y => 1, z => 1 }
