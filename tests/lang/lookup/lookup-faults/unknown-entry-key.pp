# environment: unknown-entry-key
notice(lookup('a'))
