Notify { message => 'from top' }
function f() { notify { 'in': } }
class c {
  Notify { message => 'from c' }
  f()
}
include c
