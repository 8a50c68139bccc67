ensure_resource('file', [undef])
