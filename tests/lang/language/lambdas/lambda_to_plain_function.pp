notice(upcase('a') |$x| { $x })
