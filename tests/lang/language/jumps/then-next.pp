notice([1,2].then |$x| { next(3) })
