notice(module_directory(1))
