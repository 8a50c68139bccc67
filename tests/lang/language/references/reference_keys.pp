class d($a) { notice($a, $a['b'], $a =~ Hash[String, Integer]) }
class { 'd': a => {File['x'] => 3, 'b' => 2} }
