notice(flatten([1,[2,[3]]], 4, [[5]]), flatten({a=>1}), flatten(undef), flatten([undef]), flatten(1,2))
