ensure_resources('notify', {})
