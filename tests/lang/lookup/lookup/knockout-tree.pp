# environment: site
notice(String(lookup('knock_tree', {merge => {strategy => 'deep', knockout_prefix => '--'}}), '%p'))
