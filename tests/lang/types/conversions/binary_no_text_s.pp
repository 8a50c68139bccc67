notice(String.new(Binary('apY='), {Binary => '%s'}))
notice('after')
