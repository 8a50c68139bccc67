notice([1,2,3].step(2) |$x| { notice($x) break() })
