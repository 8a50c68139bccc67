notice(String.new(Binary('apY='), {Binary => '%b'}))
notice('after')
