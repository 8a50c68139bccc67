type X = String notice(String('a', {X => '%u'}))
