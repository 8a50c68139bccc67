notice(Variant[Integer, String](1.5))
