ensure_resource('file', '/x', {mode=>'1'})
ensure_resource('file', '/x', {owner=>undef})
