type A = Object[{parent => Annotation, attributes => {id => Integer}}]
annotate(A)
