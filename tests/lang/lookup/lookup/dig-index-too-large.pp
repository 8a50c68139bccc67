# environment: site
notice(String(lookup('deep_tree.a.b.7'), '%p'))
