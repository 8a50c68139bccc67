notice(to_toml('x'))
