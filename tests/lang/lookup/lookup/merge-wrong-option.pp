# environment: site
notice(String(lookup('tree', {merge => {strategy => 'deep', wrong => true}}), '%p'))
