type A = Object[{attributes => {a => Optional[Integer]}}]
notice(A(), A(1), A(undef), A.new({}))
