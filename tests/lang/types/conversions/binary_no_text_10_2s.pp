notice(String.new(Binary('apY='), {Binary => '%10.2s'}))
notice('after')
