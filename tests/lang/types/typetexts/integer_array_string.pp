notice(Type('Integer[1,2]'), Type('Array[String]'), Type("Enum['a', b]"), Type('Struct[{a => Integer}]'), Type('Pattern[/a\/b/]'))
