# environment: hierarchy-null
notice(lookup('a'))
