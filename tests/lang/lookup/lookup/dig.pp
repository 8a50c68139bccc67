# environment: site
notice(String(lookup('deep_tree.a.b.1.c'), '%p'))
