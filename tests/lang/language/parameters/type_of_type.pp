class c(Type[Integer] $t) { notice($t) }
class { 'c': t => Integer[1, 2] }
