notice(sort([1,2]) |$a,$b| { 'x' })
