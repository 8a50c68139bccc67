is_absolute_path(undef)
