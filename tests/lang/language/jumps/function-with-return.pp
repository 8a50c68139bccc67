function f() { [1].with |$x| { return(9) } 10 }
notice(f())
