notice(type([Shapes::Point(1), Shapes::Colored(1, 'red')]))
notice(type([Shapes::Point(1), Shapes::Colored(1, 'red')], reduced))
