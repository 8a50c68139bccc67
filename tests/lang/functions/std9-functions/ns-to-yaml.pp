$r0 = stdlib::to_yaml({'a'=>Sensitive('x')}).unwrap
notice(String($r0, '%p'))
$r1 = stdlib::to_yaml({'a'=>{'b'=>'x'}},{'indentation'=>4})
notice(String($r1, '%p'))
