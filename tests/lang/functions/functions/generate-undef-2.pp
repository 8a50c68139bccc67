notice(generate('/bin/echo', 5, 1.5, true, [1,2], {a=>1}, undef))
