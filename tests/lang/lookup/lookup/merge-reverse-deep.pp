# environment: site
notice(String(lookup('tree', {merge => 'reverse_deep'}), '%p'))
