# environment: site
notice(String(lookup('interp_hiera', {override => {who => 'me'}}), '%p'))
