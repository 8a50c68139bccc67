$a = 5
notice(($a + 1) * 2)
notice($a == 5 ? { true => 'five', default => 'other' })
