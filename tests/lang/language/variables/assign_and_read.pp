$a = 1
$b = $a
$_c = 'underscore'
notice($a, $b, $_c, $::a)
