notice(min([1,2,3]) |$a,$b| { compare($b,$a) }, max(1,'a') |$a,$b| { 0 })
