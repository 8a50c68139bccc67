$a = 1
$a
notice('x')
