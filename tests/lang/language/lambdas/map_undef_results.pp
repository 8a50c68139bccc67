notice([1, 2].map |$x| { if $x == 1 { 'one' } })
