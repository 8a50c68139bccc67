@user { 'ann': groups => ['adm', 'wheel'] }
@user { 'bob': groups => ['users'] }
User <| groups == 'wheel' |>
