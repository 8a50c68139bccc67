$s = [1,2,3].reverse_each $r = case $s { Iterator: { 'it' } default: {'no'} }
notice($r)
