# environment: site
notice(String(lookup('list', {merge => 'unique'}), '%p'))
