$a = 'top'
class c { [$a, $b] = [1, 2] notice($a, $b, $::a) }
include c
