notice(@(ONE), @(TWO))
  first
  |- ONE
  second
  |- TWO
