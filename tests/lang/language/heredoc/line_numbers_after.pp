$t = @(END)
  one
  two
  | END
notify { 'line five': }
notify { $t: }
