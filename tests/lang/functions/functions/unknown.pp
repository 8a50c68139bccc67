nosuch('x')
