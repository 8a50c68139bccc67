notice(sort([1,undef]))
