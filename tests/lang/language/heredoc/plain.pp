$t = @(END)
  line one
    line two $x \n
  | END
notice($t)
