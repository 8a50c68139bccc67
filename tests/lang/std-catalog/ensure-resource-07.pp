ensure_resource('file', '')
