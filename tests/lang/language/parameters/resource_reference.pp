class c(Type[Resource] $r) { notice($r) }
notify { 'x': }
class { 'c': r => Notify['x'] }
