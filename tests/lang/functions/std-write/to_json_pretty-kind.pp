notice(to_json_pretty('x'))
