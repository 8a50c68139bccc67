function funcs::typed(Funcs::Small $x) >> Funcs::Small { $x + 1 }
