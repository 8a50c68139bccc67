class c(Struct[{ 'a' => Optional[Integer], 'b' => NotUndef }] $s) { notice($s) }
class { 'c': s => { 'a' => undef, 'b' => 1 } }
