notice(get([1], 'x') |$e| { [$e.msg, $e.kind, $e.issue_code, $e.details] })
