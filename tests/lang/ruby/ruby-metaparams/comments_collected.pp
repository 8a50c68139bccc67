notice(metas::comments()) @notify { 'n': rm_comment => 'x' } Notify <| rm_comment == 'x' |> { rm_comment => 'y' }
