# environment: site
notice(String(lookup('scalar_then_list', {merge => 'deep'}), '%p'))
