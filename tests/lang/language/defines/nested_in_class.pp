class c {
  define d { notify { "c::d ${title}": } }
  c::d { 'x': }
}
include c
