# environment: site
notice(String(lookup('list', {merge => 'default'}), '%p'))
