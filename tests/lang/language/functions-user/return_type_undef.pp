function f() >> String { }
f()
