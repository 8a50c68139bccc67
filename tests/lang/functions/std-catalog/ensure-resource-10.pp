ensure_resource(undef, 'a')
