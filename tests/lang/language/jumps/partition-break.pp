notice([3,1].partition |$a| { break() })
