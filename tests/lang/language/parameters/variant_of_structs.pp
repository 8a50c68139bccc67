class c(Variant[Struct[{ 'a' => Integer }], Struct[{ 'b' => String }]] $s) { }
class { 'c': s => { 'b' => 2 } }
