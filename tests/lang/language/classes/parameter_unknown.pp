class c($a = 1) { }
class { 'c': z => 1 }
