@group { ['adm', 'dev']: ensure => present }
@user { 'ann': groups => ['adm'], tag => 'staff' }
@user { 'bob': groups => ['dev'], tag => ['staff', 'intern'] }
@user { 'eve': groups => ['dev'], tag => 'visitor' }
User <| tag == 'staff' and title != 'bob' |> { shell => '/bin/zsh' }
Group <| |> -> User <| |>
notice(defined(User['ann']), defined(User['zoe']))
