# environment: json-text
notice(lookup('a'))
