$t = @("END")
  fine
  value ${1 + 'a'}
  | END
