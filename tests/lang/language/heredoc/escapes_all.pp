$x = 1
$t = @("END"/)
  a\tb\n\u0041 \$x ${x} joined \
  line
  |- END
notice($t)
