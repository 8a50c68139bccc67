class c(Scalar $x, ScalarData $y) { notice($x, $y) }
class { 'c': x => /r/, y => true }
