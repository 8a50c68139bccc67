type A = Object[{attributes => {a => Integer}, equality_include_type => false, equality => a}]
notice(A)
