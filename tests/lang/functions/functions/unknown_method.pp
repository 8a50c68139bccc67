$x = [1].nosuch
