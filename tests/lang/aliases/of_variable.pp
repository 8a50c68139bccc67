type A = $x
