type A = Object[{attributes => {name => String, type => Type, class => Integer}}]
notice(A('x', Integer, 3))
notice(A('x', Integer, 3).type, A('x', Integer, 3).name)
