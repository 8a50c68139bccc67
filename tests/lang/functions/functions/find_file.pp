notice(find_file(5))
