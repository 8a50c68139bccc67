$r0 = stdlib::to_toml({'a'=>Sensitive('x')}).unwrap
notice(String($r0, '%p'))
$r1 = stdlib::to_toml({'a'=>'x'})
notice(String($r1, '%p'))
