$r = merge([1], [2]) |$hash, $value| { {} }
