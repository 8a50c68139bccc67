class c($a, $b = $a, $c = "${b}!") { notice($a, $b, $c) }
class { 'c': a => 1 }
