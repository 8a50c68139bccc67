type A = Object[{parent => Annotation, attributes => {id => Integer}}]
type O = Object[{attributes => {a => Integer}}]
$o = O(1)
notice(annotate(A, $o) =~ Undef)
notice(annotate(A, $o, {id => 3}))
notice(annotate(A, $o).id)
notice(annotate(A, $o, clear))
notice(annotate(A, $o) =~ Undef)
notice(annotate(A, $o) || { {id => 4} })
notice(annotate(A, $o).id)
