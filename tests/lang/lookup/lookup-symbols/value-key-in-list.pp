# environment: data
notice(lookup('key_in_list'))
