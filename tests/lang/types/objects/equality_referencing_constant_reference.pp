type A = Object[{attributes => {a => Integer}, constants => {k => 1}, equality => k}]
notice(A)
