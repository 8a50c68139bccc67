notice(generate('/bin/echo', 'a', 'b c'))
