notify { "x": message => rbbig::make("array") }
