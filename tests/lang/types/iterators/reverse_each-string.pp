$s = [1,2,3].reverse_each notice(String([$s]), String({a=>$s}))
