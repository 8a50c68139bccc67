notice(to_yaml())
