notice(String(1, {a=>1}))
