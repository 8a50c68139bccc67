# environment: site
notice(String(lookup('list', {merge => 'nonsense'}), '%p'))
