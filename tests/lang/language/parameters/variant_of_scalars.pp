class c(Variant[Integer, Boolean] $s) { }
class { 'c': s => 'x' }
