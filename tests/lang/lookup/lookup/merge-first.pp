# environment: site
notice(String(lookup('list', {merge => 'first'}), '%p'))
