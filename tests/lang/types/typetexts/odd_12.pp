type A = "a${b}"
notice(A)
