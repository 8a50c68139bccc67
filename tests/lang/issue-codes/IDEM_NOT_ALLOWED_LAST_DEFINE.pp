define d() { $x }
