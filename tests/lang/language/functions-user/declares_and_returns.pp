function f($n) { notify { $n: message => 'hi' } }
$r = f('one')
notice($r)
