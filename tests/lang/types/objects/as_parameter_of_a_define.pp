define d(Shapes::Point $p) { notice($p.x) }
d { 'a': p => Shapes::Point(7) }
