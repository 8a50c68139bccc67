# environment: site
notice(String(lookup('tree', {override => {tree => {x => 1}}, merge => 'deep'}), '%p'))
