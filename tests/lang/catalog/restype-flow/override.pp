define a { notify { 'x': } } a { 'a': noop => true, loglevel => debug } A['a'] { schedule => 's' } Notify <| title == 'x' |> { audit => all }
