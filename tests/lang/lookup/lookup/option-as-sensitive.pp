# environment: site
notice(lookup('as_sensitive'))
