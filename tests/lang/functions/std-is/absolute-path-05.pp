is_absolute_path()
