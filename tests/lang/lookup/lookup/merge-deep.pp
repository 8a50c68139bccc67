# environment: site
notice(String(lookup('tree', {merge => 'deep'}), '%p'))
