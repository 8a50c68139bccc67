function rbcalls::plain($x) { $x }
