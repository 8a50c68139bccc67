notice(String.new(Binary('apY='), {Binary => '%t'}))
notice('after')
