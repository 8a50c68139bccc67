# environment: data
notice(lookup('plain_two_colons'))
