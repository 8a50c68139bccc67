notice(String.new(Binary('apY='), {Binary => '%#p'}))
notice('after')
