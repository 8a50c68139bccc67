# environment: data
notice(lookup('tagged_short'))
