ensure_resources('file')
