type Funcs::Missing = Array[Funcs::Nowhere]
