ensure_resources('file', ['/a'])
