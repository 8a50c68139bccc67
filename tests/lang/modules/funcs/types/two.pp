type Funcs::Two = Integer
type Funcs::Three = String
