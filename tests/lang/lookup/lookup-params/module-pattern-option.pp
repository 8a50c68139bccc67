# environment: site
notice(lookup('lpm::a_list'))
