class c(Hash[Integer, String] $a) { }
class { 'c': a => { 'x' => 'y' } }
