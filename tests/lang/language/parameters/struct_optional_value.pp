class c(Struct[{ 'a' => Optional[Integer] }] $s) { notice($s) }
class { 'c': s => {} }
