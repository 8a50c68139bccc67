# environment: data
notice(lookup('quoted key'))
