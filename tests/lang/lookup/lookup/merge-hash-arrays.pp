# environment: site
notice(String(lookup('hashes', {merge => {strategy => 'deep', merge_hash_arrays => true}}), '%p'))
