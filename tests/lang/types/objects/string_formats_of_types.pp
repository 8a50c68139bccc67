type A = Object[{attributes => {a => Integer}}]
notice(String(A, '%s'), String(A, '%p'))
