# environment: site
notice(String(lookup('deep_tree.a.b.c'), '%p'))
