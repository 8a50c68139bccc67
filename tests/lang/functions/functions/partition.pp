notice(partition([1,2,3]) |$x| { $x > 1 }, partition({a=>1,b=>2}) |$k,$v| { $v > 1 }, partition([5,6]) |$i,$v| { $i == 0 })
