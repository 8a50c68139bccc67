$a = 5
Integer[1] { message => 'x' }
