notice(Integer =~ Pcore::IntegerType, Integer =~ Pcore::AnyType, Integer =~ Pcore::FloatType, 3 =~ Pcore::IntegerType)
notice(Pcore::IntegerType < Pcore::AnyType, Pcore::IntegerType < Any, Pcore::IntegerType < Object, Type[Integer] < Pcore::IntegerType)
