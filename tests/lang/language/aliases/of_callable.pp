type A = Callable[Integer]
notice(A)
