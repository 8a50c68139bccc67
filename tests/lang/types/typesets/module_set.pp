notice(Shapes::Units)
notice(Shapes::Units =~ Type[TypeSet])
