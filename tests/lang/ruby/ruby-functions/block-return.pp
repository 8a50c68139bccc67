function f() { rubyfns::blocks([1, 2, 3]) |$x| { if $x == 2 { return('early') } $x } }
notice(f())
