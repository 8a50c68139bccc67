# environment: site
notice(lookup('lpopt::x'))
