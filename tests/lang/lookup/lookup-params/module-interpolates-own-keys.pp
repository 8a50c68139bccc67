# environment: site
notice(lookup('lpdata::x'))
