type A = Pattern[/[/]
notice(A)
