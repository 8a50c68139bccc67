@notify { 'a': withpath => true }
Notify <| withpath == 'true' |>
