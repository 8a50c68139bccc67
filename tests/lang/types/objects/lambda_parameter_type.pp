[Shapes::Point(1), 2].each |Shapes::Point $p| { notice($p) }
