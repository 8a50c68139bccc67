type A = Object[{parent => Annotation, attributes => {id => Integer}}]
type O = Object[{attributes => {a => Integer}}]
$x = Pcore.annotate(O(1), {A => {id => 9}})
notice($x, A.annotate($x).id)
