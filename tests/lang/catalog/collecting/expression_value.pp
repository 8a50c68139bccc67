@exec { '/bin/a': timeout => 7 }
Exec <| timeout == 3 + 4 |>
