@exec { '/bin/a': tries => 3, refreshonly => true }
@exec { '/bin/b': tries => 4, refreshonly => true }
Exec <| tries == 3 and refreshonly == true |>
