type A = Object[{attributes => {a => Integer}, functions => {f => Callable[Integer]}}]
A(1).f(1)
