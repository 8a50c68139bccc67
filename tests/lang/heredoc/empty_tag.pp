$t = @()
  text
  |
