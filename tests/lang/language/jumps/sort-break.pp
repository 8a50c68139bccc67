notice([3,1].sort |$a,$b| { break() })
