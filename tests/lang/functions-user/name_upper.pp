function Mine($x) { $x }
