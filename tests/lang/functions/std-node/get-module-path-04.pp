get_module_path('a', 'b')
