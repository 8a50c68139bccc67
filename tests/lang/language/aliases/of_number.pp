type A = 5
notice(4 =~ A)
