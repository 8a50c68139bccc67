$x = case 3 { 1: { 'one' } 3: { 'three' } default: { 'many' } }
$y = case 4 { 1: { 'one' } }
notice($x, "[${y}]")
