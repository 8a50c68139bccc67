class c {
  notify { 'x': message => nosuch(1) }
}
include c
