ensure_resources('notify', undef)
