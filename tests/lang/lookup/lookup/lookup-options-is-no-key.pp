# environment: site
notice(lookup('lookup_options'))
