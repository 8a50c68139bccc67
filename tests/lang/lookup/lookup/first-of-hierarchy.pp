# environment: site
notice(lookup('who'))
