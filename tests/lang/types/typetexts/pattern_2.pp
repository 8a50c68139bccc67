type A = Pattern[3]
notice(A)
