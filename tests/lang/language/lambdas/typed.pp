notice(with(1, 'x') |Integer $a, String $b| { "${a}${b}" })
