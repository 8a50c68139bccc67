class c(Hash[String, Hash[String, Integer]] $a) { }
class { 'c': a => { 'x' => { 'y' => 'z' } } }
