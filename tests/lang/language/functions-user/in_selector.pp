function f($x) { $x }
notice(f(1) ? { 1 => 'one', default => 'other' })
