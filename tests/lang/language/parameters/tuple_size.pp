class c(Tuple[String, Integer] $a) { notice($a) }
class { 'c': a => ['x'] }
