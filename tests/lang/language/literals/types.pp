notice(Integer, String[1, 5], Array[Integer[0, default]], Optional['x'], Variant[Integer, String])
notice(Hash[String, Array], Enum['a', 'b'], Pattern[/x/], Tuple[String, Integer, 1, 3], Struct[{ a => Integer, Optional[b] => String }])
notice(File['/tmp/a'], Class['foo::bar'], File, Class, Resource, Resource['file'], Type[Integer], Any, Callable)
