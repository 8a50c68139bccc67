notify { 'ümläut': message => "\u{1F600} é 日本" }
