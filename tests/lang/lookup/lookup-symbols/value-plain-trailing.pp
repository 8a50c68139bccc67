# environment: data
notice(lookup('plain_trailing'))
