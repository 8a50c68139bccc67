# environment: site
notice(String(lookup('deep_tree', Struct[{a => Integer}]), '%p'))
