function inc($x) { $x + 1 }
notice(1.inc.inc.inc)
