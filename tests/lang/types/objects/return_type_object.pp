function f() >> Object { 1 }
f()
