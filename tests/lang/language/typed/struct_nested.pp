class c(Struct[{ 'a' => Struct[{ 'b' => Integer }] }] $s) { }
class { 'c': s => { 'a' => { 'b' => 'x' } } }
