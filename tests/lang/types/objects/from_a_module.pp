$p = Shapes::Point(3)
notice($p, $p.x, $p.y)
notice(Shapes::Colored(1, 'red'))
notice(Shapes::Colored(1, 'red', 2) =~ Shapes::Point)
