ensure_resource('file', '/x', undef)
