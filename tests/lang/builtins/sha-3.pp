notice(sha256())
