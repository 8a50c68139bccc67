type A = Object[{parent => Annotation, attributes => {id => Integer}}]
notice(A.annotate([1], {id => 3}))
