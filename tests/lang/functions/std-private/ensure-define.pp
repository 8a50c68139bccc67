ensure_resource('pb::part', 'x', {})
