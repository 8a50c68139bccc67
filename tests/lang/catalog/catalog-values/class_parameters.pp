class k($a, $b = 2, $c = undef, Optional[String] $d = undef, $e = [1]) { }
class { 'k': a => 'x' }
