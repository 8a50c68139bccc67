@notify { 'a': message => 'A', tag => ['one', 'two'] } @notify { 'b': message => 'b', withpath => true } @notify { 'c': }
$h = { 'k' => 'b' }
Notify <| title == $h['k'] |>
