# environment: site
notice(String(lookup('hashes', {merge => 'deep'}), '%p'))
