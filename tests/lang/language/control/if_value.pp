$x = if true { 'yes' } else { 'no' }
$y = if false { 'never' }
notice($x, "[${y}]")
