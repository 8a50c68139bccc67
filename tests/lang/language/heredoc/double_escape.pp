$t = @(END/tt)
  text
  | END
