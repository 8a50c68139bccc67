notice(String.new(Binary('apY='), {Binary => '%T'}))
notice('after')
