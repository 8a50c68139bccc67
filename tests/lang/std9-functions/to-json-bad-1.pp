$r = to_json()
