notice(to_toml())
