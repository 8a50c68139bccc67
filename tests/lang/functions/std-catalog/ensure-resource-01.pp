ensure_resource('d', 'x')
