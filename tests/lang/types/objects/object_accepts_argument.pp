$x = Object[1,2]
