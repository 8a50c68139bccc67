$t = @(END
  text
  | END
