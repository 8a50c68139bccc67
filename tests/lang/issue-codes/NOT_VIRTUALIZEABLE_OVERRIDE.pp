@Notify['x'] { message => 'x' }
