ensure_resource(false, 'a')
