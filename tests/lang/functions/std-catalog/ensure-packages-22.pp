function f() { ensure_packages('fx') assert_private('from a function') }
f()
