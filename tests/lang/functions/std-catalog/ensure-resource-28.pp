ensure_resource('nosuch::type', 'x', {})
