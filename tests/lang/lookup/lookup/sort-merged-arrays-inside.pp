# environment: site
notice(String(lookup('tree', {merge => {strategy => 'deep', sort_merged_arrays => true}}), '%p'))
