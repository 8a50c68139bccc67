# environment: site
notice(String(lookup('tree', {merge => {strategy => 'unconstrained_deep', overwrite_arrays => true}}), '%p'))
