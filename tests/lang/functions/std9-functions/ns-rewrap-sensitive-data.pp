$r0 = stdlib::rewrap_sensitive_data([1,Sensitive('x'),{'a'=>Sensitive(Sensitive(2))}])
notice(String($r0, '%p'))
$r1 = stdlib::rewrap_sensitive_data([1])
notice(String($r1, '%p'))
$r2 = stdlib::rewrap_sensitive_data(Sensitive([1])) |$x| { $x + [2] }
notice(String($r2, '%p'))
$r3 = stdlib::rewrap_sensitive_data([1]) |$x| { $x + [2] }
notice(String($r3, '%p'))
$r4 = stdlib::rewrap_sensitive_data({Sensitive('k')=>1})
notice(String($r4, '%p'))
