class c(Sensitive[String] $x) { notice($x, $x.unwrap) }
class { 'c': x => Sensitive('s') }
