class c($a = $b, $b = 2) { notice($a) }
class { 'c': b => 5 }
