# environment: data
notice(lookup('twice_reversed'))
