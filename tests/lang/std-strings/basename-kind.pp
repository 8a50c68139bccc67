notice(basename(1))
