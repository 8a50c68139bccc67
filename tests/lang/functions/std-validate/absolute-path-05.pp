validate_absolute_path('C:/x', 'c:\\x', '\\\\a\\b', '//?/a', '//a/b', [])
