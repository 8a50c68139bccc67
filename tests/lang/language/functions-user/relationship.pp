notify { 'a': }
notify { 'b': }
function f($x, $y) { Notify[$x] -> Notify[$y] }
f('a', 'b')
