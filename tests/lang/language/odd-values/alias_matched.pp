type A = Integer[0, 9]
notice(A =~ /x/)
