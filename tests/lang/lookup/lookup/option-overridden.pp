# environment: site
notice(String(lookup('opted', {merge => 'first'}), '%p'))
