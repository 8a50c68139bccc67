class c($t = @(END)) {
  two
  lines
  | END
  notice($t)
}
include c
