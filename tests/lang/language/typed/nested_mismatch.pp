class c(Array[Struct[{ 'name' => String, 'ports' => Array[Integer[1, 65535]] }]] $x) { notice($x) }
class { 'c': x => [{ 'name' => 'a', 'ports' => [80, 'https'] }] }
