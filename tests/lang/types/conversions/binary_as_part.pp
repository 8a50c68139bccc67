$b = Binary('apY=')
notice(String.new($b, {Binary => '%s'}) == 'x')
