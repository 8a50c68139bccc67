notice(get(['a'], '0.b') |$e| { [$e.msg, $e.kind, $e.issue_code, $e.details] })
