notify { "a\tb": message => "\u0001\u007f\r\n" }
