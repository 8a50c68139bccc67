$t = @(END:unheardof)
  any text {
  |- END
notice($t)
