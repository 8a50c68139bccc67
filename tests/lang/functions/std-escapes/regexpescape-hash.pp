notice(regexpescape({'a' => 'b'}))
