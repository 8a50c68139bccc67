@notify { 'a': }
$x = Notify <| |>
notice($x)
