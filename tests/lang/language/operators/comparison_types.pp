notice(Integer < Numeric, Numeric <= Integer, String == String, Integer[1, 5] < Integer, Any > String)
