class a(Init[Integer] $x) { notice($x) }
class { 'a': x => 'y' }
