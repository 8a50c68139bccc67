# environment: site
notice(String(lookup('scalar_then_list', {merge => 'unique'}), '%p'))
