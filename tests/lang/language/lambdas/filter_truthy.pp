notice([1, undef, '', false, 0].filter |$x| { $x })
