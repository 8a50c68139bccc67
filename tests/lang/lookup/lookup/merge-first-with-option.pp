# environment: site
notice(String(lookup('tree', {merge => {strategy => 'first', knockout_prefix => '--'}}), '%p'))
