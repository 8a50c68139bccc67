class c($a = 1, $b = $a + 1, $d = "${a}-${b}") { notice($a, $b, $d) }
include c
