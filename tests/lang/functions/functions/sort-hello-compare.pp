notice(sort([3,1,2]), sort('hello'), sort(['b','A','a']), sort([3,1]) |$a,$b| { compare($b,$a) }, sort([]), sort([1,1.5,0]), sort([[2,1],[1,2]]))
