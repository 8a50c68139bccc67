ensure_resource('file', 5)
