@notify { 'a': tag => 'Big' }
Notify <| tag == 'BIG' |>
