notice(to_json_pretty([], true, {'x' => 1}))
