type A = Object[{equality_include_type => false, equality => []}]
notice(A() == A())
