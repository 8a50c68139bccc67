type A = Integer[0, 9]
type B = Array[A]
type C = Variant[B, A]
notice(3 =~ C, [3] =~ C, [33] =~ C)
