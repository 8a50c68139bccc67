# environment: site
notice(String(lookup('deep_tree.a.nope'), '%p'))
