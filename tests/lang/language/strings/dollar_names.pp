$a1 = 'one'
$a = 'A'
notice("$a1 $a:b ${a}1 $a- $a[0] $a.b \${a} $::a")
