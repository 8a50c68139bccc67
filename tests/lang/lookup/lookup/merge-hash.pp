# environment: site
notice(String(lookup('tree', {merge => 'hash'}), '%p'))
