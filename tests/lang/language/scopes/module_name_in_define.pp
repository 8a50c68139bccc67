include base
base::item { 'x': }
notice("<${module_name}>")
