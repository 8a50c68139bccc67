class c(MyA $x = 1) { notice($x) }
type MyA = Integer
include c
