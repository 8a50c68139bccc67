class zz {}
ensure_resource('class', 'zz', {})
ensure_resource('class', 'zz', {})
