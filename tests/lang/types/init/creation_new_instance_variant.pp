notice(Init[Variant[Integer, String]]('3'))
