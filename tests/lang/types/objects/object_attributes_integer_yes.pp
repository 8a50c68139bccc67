type A = Object[{attributes => {a => Integer}}]
$h = { A(1) => 3 }
notice($h[A(1)])
notice(A(1) ? { A => 'yes', default => 'no'})
notice(A(1) in [A(1)])
