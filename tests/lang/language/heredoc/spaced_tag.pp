$t = @(END OF TEXT)
  text
  |- END OF TEXT
notice($t)
