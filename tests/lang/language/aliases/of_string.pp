type A = 'Integer'
notice(4 =~ A)
