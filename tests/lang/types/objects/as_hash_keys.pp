$h = { Shapes::Point(1) => 'a', Shapes::Point(1, 0) => 'b' }
notice($h)
