type A = Object[{attributes => {a => Integer}}]
file { A(1): }
