@notify { 'a': message => 'ABC' }
Notify <| message == upcase('abc') |>
