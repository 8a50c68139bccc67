ensure_resource('class', 'pb::inner', {})
