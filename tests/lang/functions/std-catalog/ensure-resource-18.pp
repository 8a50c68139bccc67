ensure_resource('class', 'zz', {})
