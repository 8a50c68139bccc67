# environment: site
notice(String(lookup('tree', {merge => {knockout_prefix => '--'}}), '%p'))
