$t = @(END)
  never ended
