$a = same::texts()
notice($a)
$b = same::texts()
notice($a, $b)
