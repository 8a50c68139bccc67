notice(String.new(Binary('apY='), {Binary => '%-8s'}))
notice('after')
