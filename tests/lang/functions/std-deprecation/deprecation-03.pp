$x = with(1) |$y| { deprecation('k', 'l') }
