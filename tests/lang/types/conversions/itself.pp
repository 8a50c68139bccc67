notice(Any(1), Variant[Integer, String]('a'), Enum['a', 'b']('a'), Scalar('a'), Data([1]), Collection([1]), Integer[1, 5](3)) 
