type A = Object[{parent => Annotation, attributes => {id => Integer}}]
$x = {a => 1}
annotate(A, $x, {id => 3})
notice(annotate(A, $x))
notice(annotate(A, {a => 1}))
