notice("a\tb", 'c	d', "bell")
