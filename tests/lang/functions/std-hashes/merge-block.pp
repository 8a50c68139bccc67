$r = merge([1]) |$value| { {} }
