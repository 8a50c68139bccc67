Notify { withpath => true }
@notify { 'a': }
Notify <| |>
