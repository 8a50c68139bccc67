$x = 'world'
$t = @("END")
  hello ${x} and $x
  cost \$5 \n
  |- END
notice($t)
