notice(then(1) || { 2 })
