$t = @(END/tn)
  a\tb\nc \s
  |- END
notice($t)
