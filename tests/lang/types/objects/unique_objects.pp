notice(unique([Shapes::Point(1), Shapes::Point(1, 0), Shapes::Point(2)]))
