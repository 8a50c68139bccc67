$p = Shapes::Point(1, 2)
notice("at ${p.x}, ${$p.y}")
