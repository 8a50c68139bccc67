type Base = Object[{attributes => {a => Integer}}]
type Sub = Base{ parent => Base, attributes => {b => Integer}}
notice(Sub)
