class c(Sensitive[String] $x) { }
class { 'c': x => 's' }
