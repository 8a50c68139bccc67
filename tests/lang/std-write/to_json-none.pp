notice(to_json())
