get_module_path('nope')
