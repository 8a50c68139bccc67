get_module_path(undef)
