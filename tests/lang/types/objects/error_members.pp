notice(Error('m').kind, Error('m', 'k').kind, Error('m', 'k', {'x' => 1}).details)
notice(Error('m').msg, Error('m').issue_code)
