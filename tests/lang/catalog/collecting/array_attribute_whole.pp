@user { 'a': groups => ['x', 'y'] }
User <| groups == ['x', 'y'] |>
