notice 'one'
notice 'a', 'b', 3
warning 'careful'
err 'bad'
info 'not shown'
debug 'not shown'
