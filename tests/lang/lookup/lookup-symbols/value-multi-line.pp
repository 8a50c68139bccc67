# environment: data
notice(lookup('multi_line'))
