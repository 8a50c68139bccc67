class a { function f() { 1 } }
