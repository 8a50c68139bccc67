class c($a, $b = 2) { notice($a, $b) }
class { 'c': * => { 'a' => 1, 'b' => 'x' } }
