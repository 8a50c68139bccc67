$r0 = stdlib::to_json({'a'=>Sensitive('x')})
notice(String($r0, '%p'))
$r1 = stdlib::to_json({'a'=>'x'})
notice(String($r1, '%p'))
$r2 = stdlib::to_json({'a'=>Sensitive('x')}).unwrap
notice(String($r2, '%p'))
