function mineIsIt($x) { $x }
notice(mineIsIt(1))
