type A = Nothing
class c(A $x = 1) { }
notice(1)
