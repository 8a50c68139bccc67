@notify { 'a': noop => true }
@notify { 'b': }
Notify <| noop == true |>
