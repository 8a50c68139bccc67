# environment: site
notice(String(lookup('tree', {merge => 'unconstrained_deep'}), '%p'))
