notice(group_by([1,2,3]) |$x| { $x % 2 }, group_by({a=>1,b=>2}) |$k,$v| { $v }, group_by([5,6]) |$i,$v| { $i }, group_by({a=>1}) |$p| { $p[1] })
