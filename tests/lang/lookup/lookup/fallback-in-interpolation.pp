# environment: site
notice(String(lookup('interp_missing_key', {default_values_hash => {'no such key' => 'there'}}), '%p'))
