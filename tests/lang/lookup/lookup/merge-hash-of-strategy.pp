# environment: site
notice(String(lookup('tree', {merge => {strategy => 'hash'}}), '%p'))
