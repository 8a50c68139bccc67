class c(Any $a, Collection $b, Scalar $s) { notice($a, $b, $s) }
class { 'c': a => undef, b => [1], s => /x/ }
