ensure_resource('file', '/a', false)
