is_absolute_path(['/a'])
