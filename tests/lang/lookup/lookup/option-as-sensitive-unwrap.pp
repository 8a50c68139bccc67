# environment: site
notice(unwrap(lookup('as_sensitive')))
