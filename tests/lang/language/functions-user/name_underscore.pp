function _mine($x) { $x }
notice(_mine(1))
