$t = @(END)
  text
  |- END
notice("[${t}]")
