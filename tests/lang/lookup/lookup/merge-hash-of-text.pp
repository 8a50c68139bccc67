# environment: site
notice(String(lookup('who', {merge => 'hash'}), '%p'))
