# environment: data
notice(lookup('in_text'))
