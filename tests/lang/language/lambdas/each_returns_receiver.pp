notice([1, 2].each |$x| { $x * 2 })
