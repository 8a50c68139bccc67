$a = 'A'
$a_b = 'AB'
notice("$a ${a} $a-b ${a_b} $a_b $a.x \$a $ ${a}b")
