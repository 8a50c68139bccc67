$r0 = to_json_pretty([])
notice(String($r0, '%p'))
