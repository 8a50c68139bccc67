# environment: site
notice(String(lookup('tree.a.common', {merge => 'deep'}), '%p'))
