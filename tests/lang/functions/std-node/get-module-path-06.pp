get_module_path(5)
