# environment: site
notice(String(lookup('nope', {default_values_hash => {nope => 'there'}, value_type => Integer}), '%p'))
