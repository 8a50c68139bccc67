$x = lookup('a_missing')
