type Shapes::Colored = Object[{ parent => Shapes::Point, attributes => { color => Enum['red', 'blue'] } }]
