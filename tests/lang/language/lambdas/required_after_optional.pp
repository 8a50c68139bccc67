if false { with(1) |$y = 1, $x| { } }
notice('a lambda that is never made is fine')
with(1) |$y = 1, $x| { notice($y) }
