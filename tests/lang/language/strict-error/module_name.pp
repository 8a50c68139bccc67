notice("<${module_name}>")
