function f() {
  Notify { message => 'from function' }
  notify { 'in': }
}
f()
notify { 'out': }
