# environment: site
notice(String(lookup('sorted', {merge => {strategy => 'deep', sort_merged_arrays => true}}), '%p'))
