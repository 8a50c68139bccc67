type A = Object[{attributes => {a => Integer}}]
function f() >> A { A(1) }
notice(f().a)
notice(f.a)
