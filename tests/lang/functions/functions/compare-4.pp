notice(compare('a','b',true,false))
