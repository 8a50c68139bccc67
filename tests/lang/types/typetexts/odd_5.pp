Type('$x')
