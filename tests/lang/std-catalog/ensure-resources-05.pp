ensure_resources()
