ensure_packages({})
