class c(Type[Class] $k, Type[Resource] $r) { notice($k, $r) }
class { 'c': k => Class['x'], r => File['/x'] }
