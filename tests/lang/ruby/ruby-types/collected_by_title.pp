@rt_path { 'one': path => '/one' }
Rt_path <| title == 'one' |>
