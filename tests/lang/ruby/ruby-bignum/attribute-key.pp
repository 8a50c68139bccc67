notify { "x": message => { "a" => rbbig::make("key") } }
