type A = Object[{parent => Annotation, attributes => {id => Integer}}]
type O = Object[{attributes => {a => Integer}, annotations => {A => {id => 7}}}]
annotate(A, O, clear)
