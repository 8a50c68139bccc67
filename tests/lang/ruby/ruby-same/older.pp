$a = [1]
$b = same_old($a)
notice($a, $b)
same::push($b, 2)
notice($a, $b)
