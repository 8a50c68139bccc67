notice(dig44({'a' => 1}, 'a'))
