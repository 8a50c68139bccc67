class c(Tuple[Integer, String, 2, 4] $t) { notice($t) }
class { 'c': t => [1, 'a', 'b', 'c', 'd'] }
