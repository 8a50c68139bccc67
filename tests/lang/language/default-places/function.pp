function f($x = lookup('a_missing')) { $x }

notice(f())
