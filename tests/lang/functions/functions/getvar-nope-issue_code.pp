notice(getvar('nope.x') |$e| { $e.issue_code })
