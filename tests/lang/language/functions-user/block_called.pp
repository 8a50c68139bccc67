function f($x, &$blk) { $blk }
notice(f(1))
