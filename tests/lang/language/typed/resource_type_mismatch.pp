class c(Type[File] $r) { }
class { 'c': r => User['x'] }
