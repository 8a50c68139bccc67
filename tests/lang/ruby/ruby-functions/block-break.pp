$r = [1, 2].map |$y| { rubyfns::blocks([1, 2, 3]) |$x| { if $x == 2 { break() } $x } }
notice($r)
