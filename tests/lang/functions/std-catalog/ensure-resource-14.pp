ensure_resource(['file'], '/a')
