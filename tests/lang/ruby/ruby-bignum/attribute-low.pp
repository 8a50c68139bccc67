notify { "x": message => rbbig::make("low") }
