define d(Enum['a', 'b'] $title) { }
