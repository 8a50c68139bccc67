notice(Type('Callable[[Integer], String]'), Type('Callable[Integer, 1, 2, Callable]'), Type('Tuple[String, 1, default]'))
