include funcs::item
