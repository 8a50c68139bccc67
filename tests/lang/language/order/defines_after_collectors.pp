define d { notice("define ${title}") @notify { "v ${title}": } }
d { 'one': }
Notify <| |> { message => 'collected' }
notice('end of main')
