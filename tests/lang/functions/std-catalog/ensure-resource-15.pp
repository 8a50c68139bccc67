ensure_resource('file', '/a', 'x')
