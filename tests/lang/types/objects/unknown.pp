type A = Object[{attributes => {a => Integer}}]
A(1).c
