type A = Object[{attributes => {notice => Integer}}]
notice(A(1).notice)
