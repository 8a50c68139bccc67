['a', 'b'].each |$t| { @notify { $t: tag => 'mine' } }
Notify <| tag == 'mine' |>
