type A = Init[Integer]
notice(A, A('3'), '3' =~ A)
