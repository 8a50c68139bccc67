Error['a', 'b', 'c']
