Nothing['x'] { a => 1 }
