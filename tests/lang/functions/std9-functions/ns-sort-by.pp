$r0 = ['b','a','c'].stdlib::sort_by |$x| { $x }
notice(String($r0, '%p'))
$r1 = stdlib::sort_by('hello') |$c| { $c }
notice(String($r1, '%p'))
$r2 = stdlib::sort_by({'a'=>3,'b'=>1,'c'=>2}) |$p| { $p[1] }
notice(String($r2, '%p'))
$r3 = stdlib::sort_by(['aaa','b','cc']) |$x| { $x.length }
notice(String($r3, '%p'))
$r4 = stdlib::sort_by([3,2.5,1]) |$x| { -$x }
notice(String($r4, '%p'))
$r5 = stdlib::sort_by([[2,'a'],[1,'b'],[1,'a']]) |$x| { $x }
notice(String($r5, '%p'))
$r6 = stdlib::sort_by([]) |$x| { $x }
notice(String($r6, '%p'))
$r7 = stdlib::sort_by([{},{}]) |$x| { $x }
notice(String($r7, '%p'))
$r8 = stdlib::sort_by([1]) |$x| { default }
notice(String($r8, '%p'))
