ensure_resource('notify', ['x', 'x'], {})
