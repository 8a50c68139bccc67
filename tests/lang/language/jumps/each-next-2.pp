notice([1,2,3].each |$x| { next() })
