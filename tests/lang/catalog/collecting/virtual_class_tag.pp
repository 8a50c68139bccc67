@notify { 'a': tag => 'web::server' }
Notify <| tag == 'server' |>
