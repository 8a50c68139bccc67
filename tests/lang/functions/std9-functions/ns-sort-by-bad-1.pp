$r = stdlib::sort_by({'a'=>3,'b'=>1,'c'=>2}) |$k,$v| { $v }
