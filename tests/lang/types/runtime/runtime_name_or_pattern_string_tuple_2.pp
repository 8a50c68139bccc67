type A = Runtime[ruby, 3]
notice(A)
