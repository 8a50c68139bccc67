# environment: site
notice(lookup('only_module'))
