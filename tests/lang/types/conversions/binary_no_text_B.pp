notice(String.new(Binary('apY='), {Binary => '%B'}))
notice('after')
