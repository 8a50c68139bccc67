notice(dig({a=>[1,{b=>2}]}, 'a', 1, 'b'), dig([1,2], -1), dig({}, 'a','b'), dig(undef, 1), dig([1], 5), dig({a=>1}, undef), dig([1]))
