1 { message => 'x' }
