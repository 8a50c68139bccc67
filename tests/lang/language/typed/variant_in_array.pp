class c(Array[Variant[Integer, Enum['x']]] $a) { }
class { 'c': a => [1, 'x', 'y'] }
