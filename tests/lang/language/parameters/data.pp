class c(Data $x) { notice($x) }
class { 'c': x => { 'a' => [1, undef, 'x'] } }
