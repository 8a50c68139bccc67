# environment: site
notice(String(lookup('interp_top', {override => {hostname => 'me'}}), '%p'))
