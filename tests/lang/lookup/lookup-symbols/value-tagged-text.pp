# environment: data
notice(lookup('tagged_text'))
