class c($a, $b = [1, 2], $c = undef, $d = { 'k' => 'v' }) { }
class { 'c': a => 'given' }
