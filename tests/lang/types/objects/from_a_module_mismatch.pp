notice(Shapes::Colored(1, 'green'))
