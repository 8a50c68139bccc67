class c(CatalogEntry $r) { notice($r) }
notify { 'x': }
class { 'c': r => Notify['x'] }
