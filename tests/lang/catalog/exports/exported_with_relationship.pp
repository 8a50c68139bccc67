notify { 'z': }
@@notify { 'x': before => Notify['z'] }
Notify <| title == 'x' |>
