$name1 = 'x'
notice("${"name1"}")
