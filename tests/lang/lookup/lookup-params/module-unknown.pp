# environment: site
notice(lookup('nosuchmodule::x', undef, undef, 'none'))
