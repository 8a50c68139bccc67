type A = Class[a]
notice(A)
