notice(compare(true,false))
