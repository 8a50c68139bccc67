Class[p] { a => 1 }
