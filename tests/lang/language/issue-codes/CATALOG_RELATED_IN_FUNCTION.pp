function f() { notify { 'x': } 1 }
notice(f())
