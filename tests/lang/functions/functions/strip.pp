notice(strip({a=>1}))
