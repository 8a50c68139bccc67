notice(String({a=>1}, '%a'))
