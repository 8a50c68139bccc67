notice("${String([1,2,3])}", String({a=>b}), String({'a b'=>undef}), String([undef, default, 1.0, 1.5e20, 'q\'s']))
