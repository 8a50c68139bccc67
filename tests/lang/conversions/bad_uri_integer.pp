notice(URI(1))
