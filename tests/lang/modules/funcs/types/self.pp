type Funcs::Self = Variant[Integer, Array[Funcs::Self]]
