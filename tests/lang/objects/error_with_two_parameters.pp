notice(Error['a', 'b'])
