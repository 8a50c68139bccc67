$r0 = stdlib::to_json_pretty({'a'=>Sensitive('x')}).unwrap
notice(String($r0, '%p'))
$r1 = stdlib::to_json_pretty({'a'=>undef,'b'=>1},true)
notice(String($r1, '%p'))
$r2 = stdlib::to_json_pretty([undef,1],true,{'indent'=>' '})
notice(String($r2, '%p'))
