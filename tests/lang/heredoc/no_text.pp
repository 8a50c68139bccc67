$t = @(END)
