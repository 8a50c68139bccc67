type A = Object[{parent => Annotation, attributes => {id => Integer}}]
type O = Object[{attributes => {a => Integer}, annotations => {A => {id => 7}}}]
notice(A.annotate(O).id)
notice(O)
annotate(A, O, {id => 3})
