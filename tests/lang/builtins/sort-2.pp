notice(sort([true,false]))
