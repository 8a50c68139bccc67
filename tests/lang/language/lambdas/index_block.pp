notice([5, 6].index |$x| { $x == 6 })
