notice([Shapes::Point(1), Shapes::Point(2, 3)].map |$p| { $p.x + $p.y })
