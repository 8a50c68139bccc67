# environment: data
notice(lookup('tagged_quoted'))
