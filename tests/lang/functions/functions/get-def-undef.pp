notice(get({a=>{'b.c'=>[1,2]}}, "a.'b.c'.1"), get([1,[2]], '1.0'), get({a=>1}, 'b', 'def'), get(undef, 'a', 'd'), get({a=>undef}, 'a', 'd'), get('x', ''), get({1=>2}, '1'), get({'1'=>2}, "'1'"))
