function f(Integer $a, Optional[String] $b = undef) >> String { "${a}:${b}" }
notice(f(1))
notice(f(1, 'x'))
notice(f(1, undef))
