# environment: options-lookup-options-key
notice(lookup('a'))
