# environment: site
notice(String(lookup('nope', {default_values_hash => {nope => 'there'}}), '%p'))
