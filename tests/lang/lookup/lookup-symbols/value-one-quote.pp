# environment: data
notice(lookup('one_quote'))
