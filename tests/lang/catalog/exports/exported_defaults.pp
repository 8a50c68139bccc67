Notify { withpath => true }
@@notify { 'x': }
Notify <| |>
