type A = Object[{attributes => {a => Integer}}]
notice(A(1) ? { A(1) => 'same', default => 'other' })
notice(A(1) < A(2))
