# environment: site
notice(lookup('lpbad::x'))
