$t = @(END/x)
  text
  | END
