type A = Object[{parent => Annotation, attributes => {id => Integer}}]
annotate(A, 'x', {id => 3})
notice(annotate(A, 'x'))
