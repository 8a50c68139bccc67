class x { type Foo = Integer }
include x
