class c {
  notify { 'in c': }
}
include c
