type A = Object[{parent => Annotation, attributes => {id => Integer}}]
annotate(A, 3, {id => 'x'})
