# environment: site
notice(String(lookup('who', {default_values_hash => {who => 'there'}}), '%p'))
