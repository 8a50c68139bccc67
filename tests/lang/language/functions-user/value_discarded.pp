function f() { 1 }
f()
notice('ok')
