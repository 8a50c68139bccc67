class c(Tuple[String, Integer, 1] $a) { notice($a) }
class { 'c': a => ['x'] }
