notify { message +> 'x' }
