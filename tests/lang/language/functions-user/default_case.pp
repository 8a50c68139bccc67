function f($x, $y = case $x { 1: { 'one' } default: { 'many' } }) { $y }
notice(f(1), f(2))
