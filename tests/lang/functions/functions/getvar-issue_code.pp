$x = [1]
notice(getvar('x.y') |$e| { $e.issue_code })
