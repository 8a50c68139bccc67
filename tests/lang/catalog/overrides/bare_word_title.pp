Notify[a] { message => 'r' }
notify { a: }
