type A = Enum['a', 'b']
class c(A $x) { }
class { 'c': x => 'q' }
