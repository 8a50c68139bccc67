create_resources('notify', {})
