if true { function f() { 1 } }
