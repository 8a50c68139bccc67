$r0 = stdlib::parsehocon('a=1')
notice(String($r0, '%p'))
$r1 = stdlib::parsehocon('a=[1','d')
notice(String($r1, '%p'))
