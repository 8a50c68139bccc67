@notify { 'a': tag => 'x', message => '1' }
@notify { 'b': tag => 'x', message => '2' }
@notify { 'c': tag => 'y', message => '1' }
Notify <| (tag == 'x' and message == '1') or title == 'c' |>
