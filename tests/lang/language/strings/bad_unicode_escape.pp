notice("a\u12b")
