# environment: site
notice(lookup('lppat::x'))
