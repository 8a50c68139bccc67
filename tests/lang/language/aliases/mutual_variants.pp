type A = Variant[Integer, B]
type B = Optional[A]
notice(1 =~ A, 'x' =~ A, undef =~ A)
