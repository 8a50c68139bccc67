ensure_resources('file', {}, 5)
