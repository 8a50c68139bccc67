notice(min('2', '10'), max('a', 'b'), max(20, '100'), min(1, 'x'), max([1, 2.5]), min('abc', 'abd') |$a, $b| { compare($a, $b) })
