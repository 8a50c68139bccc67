notify { "x": message => rbbig::make("edge") }
