# environment: site
notice(lookup())
