class c(Optional[Variant[Integer, Array[Integer]]] $s = undef) { }
class { 'c': s => ['x'] }
