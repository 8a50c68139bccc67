# environment: json-list
notice(lookup('a'))
