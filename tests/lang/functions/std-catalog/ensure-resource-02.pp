ensure_resource('File', '/x', {mode=>'1'})
ensure_resource('file', ['/x', ['/y']], {mode=>'1'})
