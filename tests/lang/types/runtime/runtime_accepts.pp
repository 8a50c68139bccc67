notice(Runtime[ruby])
