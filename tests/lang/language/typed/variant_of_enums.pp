class c(Variant[Enum['a', 'b'], Integer[1, 5]] $x) { }
class { 'c': x => 'z' }
