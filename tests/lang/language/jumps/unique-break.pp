notice([3,1].unique |$a| { break() })
