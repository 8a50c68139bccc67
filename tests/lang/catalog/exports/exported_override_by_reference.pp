@@notify { 'a': message => 'A', tag => 't' }
Notify['a'] { withpath => true }
Notify <| |>
