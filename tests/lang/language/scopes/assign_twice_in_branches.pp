if true { $v = 1 } else { $v = 2 }
$v = 3
