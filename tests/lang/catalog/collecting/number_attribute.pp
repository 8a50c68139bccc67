@exec { '/bin/a': timeout => 5 }
@exec { '/bin/b': timeout => '5' }
Exec <| timeout == 5 |>
