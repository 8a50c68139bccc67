@@notify { default: message => 'd'; 'x': }
Notify <| |>
