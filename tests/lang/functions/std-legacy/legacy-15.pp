validate_legacy(Pattern[/^x/], 'validate_re', 'a', '^a', 'my message')
