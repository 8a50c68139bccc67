$r0 = stdlib::nested_values({})
notice(String($r0, '%p'))
$r1 = stdlib::nested_values({'a'=>1,'b'=>{'c'=>2,'d'=>{'e'=>[3]}},'f'=>undef})
notice(String($r1, '%p'))
