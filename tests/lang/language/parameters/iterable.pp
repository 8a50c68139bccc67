class c(Iterable[Integer] $x) { $x.each |$i| { notice($i) } }
class { 'c': x => [1, 2] }
