type A = Pattern[/^a/]
notice('ab' =~ A)
define d(A $p) { }
d { 'x': p => 'zz' }
