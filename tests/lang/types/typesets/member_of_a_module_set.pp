notice(Shapes::Units::Length, 3 =~ Shapes::Units::Length, -1 =~ Shapes::Units::Length)
