# environment: site
notice(String(lookup('deep_tree.a.nope', undef, undef, 'fallback'), '%p'))
