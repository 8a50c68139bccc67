# environment: site
notice(String(lookup('tree', {merge => 'unique'}), '%p'))
