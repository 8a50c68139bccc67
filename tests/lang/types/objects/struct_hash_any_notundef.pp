type M = Object[{attributes => {a => Integer}}]
notice(M(1) =~ Struct, M(1) =~ Hash, M(1) =~ Any, M(1) =~ NotUndef, M(1) =~ Scalar)
