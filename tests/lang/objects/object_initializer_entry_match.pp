$x = Object[{name => 'foo'}]
