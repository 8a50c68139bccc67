type Funcs::Deep::Thing = Array[Funcs::Small]
