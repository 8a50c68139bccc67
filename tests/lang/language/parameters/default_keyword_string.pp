class c(Variant[Default, String] $d = default) { notice($d) }
include c
