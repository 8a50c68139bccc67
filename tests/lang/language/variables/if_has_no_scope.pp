if true { $x = 'set in if' }
notice($x)
case 1 { 1: { $y = 'set in case' } }
notice($y)
