class a { $x = 4 }
function f() { include a; $a::x }
notice(f())
