type A = Object[{attributes => {a => Integer}}]
notice(String(A(1), '%s'), String(A(1), '%p'), String(A(1), '%d'))
