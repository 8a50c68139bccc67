notice(Pattern[/a/]('c'))
