notice(prefix())
