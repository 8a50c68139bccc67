class c($a, $b = 2) { }
class { 'c': }
