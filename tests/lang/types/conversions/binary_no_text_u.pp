notice(String.new(Binary('apY='), {Binary => '%u'}))
notice('after')
