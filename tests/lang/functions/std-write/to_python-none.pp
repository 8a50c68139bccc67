notice(to_python())
