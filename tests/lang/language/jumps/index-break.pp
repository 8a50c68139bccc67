notice([1,2].index |$x| { break() })
